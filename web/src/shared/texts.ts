// Failure messages for the user, where the API gives no message of its own.

/** No response arrived. */
export const UNREACHABLE = "The logbook cannot be reached. Please check your connection and try again.";
/** The response or the error has no message for the user, such as an error page of a proxy. */
export const UNEXPECTED = "The logbook gave an unexpected answer. Please try again in a moment.";
/** The session has ended elsewhere, or another user has signed in meanwhile. */
export const SESSION_ENDED = "Your session has ended. Please sign in again.";
