function openLabel() { showNothing(""); }
function judgeRows() {}
const labelKeys = {};
