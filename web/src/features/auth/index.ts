export { LoggedOut } from "./logged-out.tsx";
export type { LoggedOutProps } from "./sign-in-card.tsx";
