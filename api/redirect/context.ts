/** Dependencies of the redirect handler that live as long as the process. */
import type { Config } from '../../shared/kernel/config.js'
import type { Log } from '../../shared/kernel/log.js'
import type { Resources } from '../../shared/kernel/resources.js'
import type { Vault } from '../../shared/kernel/vault.js'
import type { LinkDirectory } from '../../shared/links/index.js'
import type { ClickRecorder, GeoDatabase } from '../../shared/tracking/index.js'
import type { CookieNames } from './cookies.js'
import type { VisitIds } from './visit-ids.js'

export interface RedirectContext {
  config: Config
  log: Log
  store: Resources['store']
  rateLimits: Resources['rateLimits']
  directory: LinkDirectory
  recorder: ClickRecorder
  vault: Vault
  geo: GeoDatabase
  cookies: CookieNames
  /** Host name of the API's public address. */
  apiHost: string
  /** Whether the path belongs to the API on a host that serves both the API and short links. */
  isApiPath(path: string): boolean
  visitIds: VisitIds
  /** Whether cookies get the `Secure` attribute. */
  secure: boolean
}
