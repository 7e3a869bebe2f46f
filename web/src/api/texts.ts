/** What a person is told when no answer says it better. */
export const UNREACHABLE = "The logbook cannot be reached. Please check your connection and try again.";
export const UNEXPECTED = "The logbook gave an unexpected answer. Please try again in a moment.";
export const SESSION_ENDED = "Your session has ended. Please sign in again.";

/** Told to somebody whose new password stands, but whose session could not go on. */
export const PASSWORD_CHANGED = "Your password is changed. Please sign in with the new one.";

/** Told to somebody who signed out on all devices. */
export const SIGNED_OUT_EVERYWHERE = "You are signed out on all devices.";
