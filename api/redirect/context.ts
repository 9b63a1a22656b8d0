/** What the redirect holds for its whole life. */
import type { Config } from '../../shared/kernel/config.js'
import type { Log } from '../../shared/kernel/log.js'
import type { Resources } from '../../shared/kernel/resources.js'
import type { LinkDirectory } from '../../shared/links/index.js'
import type { ClickRecorder, PlaceDatabase } from '../../shared/tracking/index.js'
import type { CookieNames } from './cookies.js'

export interface RedirectContext {
  config: Config
  log: Log
  store: Resources['store']
  rateLimits: Resources['rateLimits']
  directory: LinkDirectory
  recorder: ClickRecorder
  places: PlaceDatabase
  cookies: CookieNames
  /** The host of the API's public address. */
  apiHost: string
  /** Whether a path is the API's, on a host that serves both. */
  owns(path: string): boolean
  /** Whether cookies are for TLS only. */
  secure: boolean
}
