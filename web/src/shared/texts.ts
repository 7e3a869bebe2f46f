/** Messages for failures that come without a message of the API. */
export const UNREACHABLE = "The logbook cannot be reached. Please check your connection and try again.";
export const UNEXPECTED = "The logbook gave an unexpected answer. Please try again in a moment.";
export const SESSION_ENDED = "Your session has ended. Please sign in again.";
