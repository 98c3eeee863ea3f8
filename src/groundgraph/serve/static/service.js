// Requests to the server that the page came from. A token is kept in this variable and nowhere else.

let bearer = "";
const unlock = document.getElementById("unlock");
const tokenField = document.getElementById("token");
const waitingForToken = [];

class Refused extends Error {
  constructor(status, message, retryAfter = null) {
    super(message);
    Object.assign(this, { status, retryAfter });
  }
}

// Resolves to the response, once there is a token that the server takes.
async function request(path, options = {}) {
  const used = bearer;
  const headers = { ...options.headers, ...(used ? { authorization: `Bearer ${used}` } : {}) };
  let response;
  try {
    response = await fetch(path, { ...options, headers, credentials: "omit", redirect: "error" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, "The server cannot be reached. Is it running?");
  }
  if (response.status === 401) {
    if (used === bearer) await newToken(used !== "", options.signal);
    return request(path, options);
  }
  if (response.ok) return response;
  const told = await response.json().catch(() => ({}));
  const after = Number(response.headers.get("retry-after"));
  throw new Refused(response.status, told.detail ?? `The server answered with status ${response.status}.`, after || null);
}

function post(path, body, { signal, type = "application/json" } = {}) {
  return request(path, { method: "POST", body, signal, headers: { "content-type": type } });
}

function newToken(refused, signal) {
  document.querySelector(".api").hidden = true; // a link carries no token
  if (unlock.hidden) {
    unlock.hidden = false;
    tokenField.focus();
  }
  if (refused) document.getElementById("token-told").textContent = "The server does not take this token; try another.";
  return new Promise((resolve, reject) => {
    waitingForToken.push(resolve);
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
}

unlock.addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = tokenField.value.trim();
  tokenField.value = "";
  if (!/^[!-~]+$/.test(typed)) {
    document.getElementById("token-told").textContent = "A token has letters, digits and signs of ASCII, and no spaces.";
    return;
  }
  bearer = typed;
  unlock.hidden = true;
  for (const resolve of waitingForToken.splice(0)) resolve();
});
