import { terminalDoor } from "./headlessDoors";
import { playAtDoor } from "./playAtDoor";

playAtDoor("terminal", terminalDoor);
