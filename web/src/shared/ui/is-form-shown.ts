/**
 * Whether the user sees a form with this name, the value of its attribute `data-form`. The list stays in the page,
 * hidden, while a report's page is shown.
 */
export const isFormShown = (name: string): boolean =>
  document.querySelector(`[data-form="${CSS.escape(name)}"]:not([hidden] *)`) !== null;
