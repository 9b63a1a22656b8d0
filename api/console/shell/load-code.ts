import { ApiError } from '../api-client.js'

/** Loads the code of a page. After an update, the files of the version that the browser shows are gone; only loading the client again helps. */
export const loadCode = <Code>(load: () => Promise<Code>): Promise<Code> =>
  load().catch(() => {
    throw new ApiError(0, 'unreachable', 'This page cannot be loaded. Check the connection, or try again if the service was updated.')
  })
