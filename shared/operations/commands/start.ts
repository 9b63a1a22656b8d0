/** `npm start`: everything on one machine. */
import { runSupervisor } from '../start/run-supervisor.js'

await runSupervisor(process.env)
