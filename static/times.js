// Times as this phone tells them; without a script they stand in universal time.

const how = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };

for (const each of document.querySelectorAll("time[datetime]")) {
  each.textContent = new Date(each.dateTime).toLocaleString(document.documentElement.lang, how);
}
