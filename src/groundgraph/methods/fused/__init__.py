"""Fused, the default detector, and lexical, which reads words only.

An example goes through them so:

1. `sentence_level.SentenceLevel.detect` has it read as `reading.STEPS` say, and draws readings;
2. `reading.read` cuts its answer into claims and its passages into units, and sets aside what is
   of another language or about other things: a `reading.Reading`;
3. `detector.Fused.measure` asks the reader (`blocks.reader`) and the rules, which come to a
   `rule.Ruling` on each claim (`rules`, `amendments`), beside the numbers that trees read
   (`reading.claim_rows`);
4. `overruling` says what of the reader is heard beside the rules; all of it stands in one table;
5. the head (`learn.two_level`) makes scores and flags of the table;
6. `findings` words each claim, by its `rule.Rulings`, what the reader marks, and what is nearest,
   by words or, where it shares none, as the reader finds (`nearest`): `unseen` says which words no
   passage holds, `instead` what stands in the place of a value, `showing` as what evidence is
   shown;
7. `citing` puts the verdict on what was judged back on the answer, and `reading.STEPS` on the
   passages and triples, as they were given.
"""
