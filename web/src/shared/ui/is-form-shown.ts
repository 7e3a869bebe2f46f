/**
 * Whether the user sees a form whose attribute `data-form` has this value. A form may be in the page without being
 * shown: in a closed card, or in the list while a report's page is shown.
 */
export const isFormShown = (name: string): boolean =>
  [...document.querySelectorAll(`[data-form="${CSS.escape(name)}"]`)].some((form) => form.checkVisibility());
