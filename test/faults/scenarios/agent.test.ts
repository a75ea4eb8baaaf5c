import { agentDoor } from "./headlessDoors";
import { playAtDoor } from "./playAtDoor";

playAtDoor("agent", agentDoor);
