/** The texts that the specification prescribes word for word (sections 2, 4, 5, 6 and 8). */
export const MESSAGES = {
  invalidCredentials: "Invalid credentials",
  usernameTaken: "Username already exists",
  fillAllFields: "Please fill in all fields",
  // The server answered with an error.
  amendmentRefused: "Failed to add amendment. Please try again.",
  // No response arrived.
  amendmentFailed: "Error adding amendment. Please try again.",
  onlyAdmins: "Only admins can modify issues",
  notFoundPage: "Oops! Page not found",
  returnHome: "Return to Home",
  loading: "Loading...",
  processing: "Processing...",
  reportBug: "Report Bug",
  requestFeature: "Request Feature",
  closeBugForm: "Close Bug Form",
  closeFeatureForm: "Close Feature Form",
  viewAllDetails: "View all details",
} as const;
