/**
 * Whether the user sees a form with this name, the value of its attribute `data-form`. A form may be in the page without
 * being shown: in a closed row, or in the list while a report's page is shown.
 */
export const isFormShown = (name: string): boolean =>
  [...document.querySelectorAll(`[data-form="${CSS.escape(name)}"]`)].some((form) => form.checkVisibility());
