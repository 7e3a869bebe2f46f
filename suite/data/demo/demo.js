// The faults of the demo page, for report.js to find.
const onClick = (id, action) => document.getElementById(id).addEventListener("click", action);

onClick("throw", () => {
  throw new Error("The slide show has no pictures.");
});
onClick("log", () => console.error("The slide show stopped at picture", 3));
onClick("request", () => fetch("/assets/summer-fair.json?token=not-in-the-report"));
onClick("picture", () => {
  const picture = Object.assign(new Image(), { src: "/assets/summer-fair.jpg", alt: "The summer fair" });
  document.getElementById("pictures").append(picture);
});
