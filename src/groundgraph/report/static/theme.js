const root = document.documentElement;
const themeButton = document.getElementById("theme");
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches;
}

function showTheme() {
  themeButton.setAttribute("aria-pressed", String(isDark()));
}

// A page opened from disk may be refused storage; the choice then lasts as long as the page.
function stored(action) {
  try {
    return action(localStorage);
  } catch {
    return null;
  }
}

const chosenTheme = stored((storage) => storage.getItem("groundgraph-theme"));
if (chosenTheme === "dark" || chosenTheme === "light") root.dataset.theme = chosenTheme;
themeButton.addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  stored((storage) => storage.setItem("groundgraph-theme", root.dataset.theme));
  showTheme();
});
prefersDark.addEventListener("change", showTheme);
showTheme();
