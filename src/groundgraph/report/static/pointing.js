// Pointer and keys on the opened answer: what is pointed at lights up, what is pressed is opened.

function stepClaim(by, flaggedOnly) {
  const claims = opened?.data.claims ?? [];
  let index = (opened?.claim ?? -1) + by;
  while (claims[index] && flaggedOnly && !isFlagged(claims[index])) index += by;
  if (!claims[index]) return;
  chooseClaim(index);
  if (detail.contains(document.activeElement)) claimNode(index)?.focus();
}

const onClaim = { ArrowRight: () => stepClaim(1, false), ArrowLeft: () => stepClaim(-1, false) };

function actionOnDrawn({ target, key }) {
  if (keyAt(target) && (key === "Enter" || key === " ")) return () => activate(target);
  return target.closest(".answer .claim") ? onClaim[key] ?? null : null;
}

detail.addEventListener("click", (event) => { if (!getSelection().toString()) activate(event.target); });
detail.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") light(keyAt(event.target)); });
detail.addEventListener("pointerleave", () => light(null));
detail.addEventListener("focusin", (event) => light(event.target.matches(":focus-visible") ? keyAt(event.target) : null));
detail.addEventListener("focusout", () => light(null));
