export { LoggedOut, type LoggedOutProps } from "./logged-out.tsx";
