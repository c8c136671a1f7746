// Times as this phone tells them; without a script they stand in the time of the server, or in
// universal time.

const day = { day: "numeric", month: "short", year: "numeric" };
const hour = { hour: "2-digit", minute: "2-digit" };
const moment = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };

for (const each of document.querySelectorAll("time[datetime]")) {
  const how = { day, hour }[each.className] ?? moment;
  each.textContent = new Date(each.dateTime).toLocaleString(document.body.dataset.locale, how);
}

// How far the clock of this table is ahead of universal time, in minutes.
for (const each of document.querySelectorAll("[data-ahead]")) {
  each.value = -new Date().getTimezoneOffset();
}
