"""What a reply opens with that answers the reader and says nothing: "Yes, ", "Hello Tim! "."""

from __future__ import annotations

import re

CALL = r"""(?:yes,[ ])?
    (?:sure(?:[ ]thing)?|certainly|of[ ]course|absolutely|definitely
    |(?:great|good|excellent)[ ]question|okay|ok|alright|hi(?:[ ]\w+)?|hello(?:[ ]\w+)?
    |thanks(?:[ ]for[ ]asking)?|thank[ ]you(?:[ ]for[ ](?:asking|your[ ]question))?
    |i[’']m[ ](?:glad|happy)[ ](?:you[ ]asked|to[ ]help)|happy[ ]to[ ]help)
    (?:!+|[.,:–—-])\s+"""
"""A greeting, or what takes up a question, to be read with `re.VERBOSE`."""
_OPENING = re.compile(
    rf"""(?:{CALL}
    |(?:yes|yeah|yep|yup|no|nope|correct|indeed)(?:(?:!+|[ ]?[.,:;–—-])\s+(?:but[ ])?|[ ]\Z)
    |(?:hi|hello|hey|dear)(?:[ ]\w+){{0,2}}(?:!+|,)\s+
    |(?:good|happy)[ ](?:morning|afternoon|evening|day)(?:,?[ ]\w+){{0,2}}(?:!+|,)\s+)+""",
    re.VERBOSE | re.IGNORECASE,
)


def without_opening(reply: str) -> str:
    """Return what a reply says behind its opening.

    >>> without_opening("Hello Tim! Yes, we sell the Brio kettle.")
    'we sell the Brio kettle.'
    """
    said = f"{reply.strip()} "
    opening = _OPENING.match(said)
    return said[opening.end() if opening else 0 :].strip()
