/** How V8 and the C library use memory in our processes. They read it from the environment when a process starts. */

/**
 * Megabytes of a half of V8's young generation. The default of 16 is collected some 50 times a second under load, and each collection
 * copies what the requests or clicks in flight hold. V8 takes the memory only as far as a load needs it (docs/decisions/0051).
 */
const maxSemiSpaceMegabytes = 64

/** The environment with these settings. Its own values win. */
export const memoryEnv = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  // One malloc arena instead of one per thread, which never shrink: saves about 10 MB per process.
  MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX ?? '1',
  // The last of repeated options counts.
  NODE_OPTIONS: `--max-semi-space-size=${maxSemiSpaceMegabytes} ${env.NODE_OPTIONS ?? ''}`.trimEnd(),
})
