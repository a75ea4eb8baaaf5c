import { scriptDoor } from "./headlessDoors";
import { playAtDoor } from "./playAtDoor";

playAtDoor("script", scriptDoor);
