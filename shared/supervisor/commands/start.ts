/** `npm start`: runs all processes on one machine. */
import { runSupervisor } from '../run-supervisor.js'

await runSupervisor(process.env)
