/**
 * Environment that reaches a process after its start: `spawnEarly` starts the process while the database is still starting, and sends the
 * remaining variables as the first IPC message.
 */

/** Set for a process that receives the remaining variables as its first message. */
export const deferredEnvFlag = 'ENVIRONMENT_FOLLOWS'

let env: Promise<NodeJS.ProcessEnv> | undefined

/** The complete environment of this process. Resolves once the deferred part has arrived. */
export const deferredEnv = (): Promise<NodeJS.ProcessEnv> => (env ??= receiveEnv())

async function receiveEnv(): Promise<NodeJS.ProcessEnv> {
  const { [deferredEnvFlag]: isDeferred, ...initial } = process.env
  if (!isDeferred) return initial
  const deferred = await new Promise<NodeJS.ProcessEnv>((resolve) => {
    const exitOrphaned = () => process.exit(1)
    if (!process.connected) exitOrphaned()
    process.once('disconnect', exitOrphaned)
    process.once('message', (message) => {
      process.off('disconnect', exitOrphaned)
      resolve(message as NodeJS.ProcessEnv)
    })
  })
  return { ...initial, ...deferred }
}
