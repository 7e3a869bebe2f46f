/** Classes of the overlay that darkens the page behind a dialog. */
export const BACKDROP = "fixed inset-0 z-40 bg-[rgb(5_15_12/0.72)] print:hidden";
