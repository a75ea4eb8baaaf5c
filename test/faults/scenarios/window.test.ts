import { playAtDoor } from "./playAtDoor";
import { windowDoor } from "./windowDoor";

playAtDoor("window", windowDoor);
