export { KeyListener } from "./key-listener.tsx";
