/** Numbers of this domain that are the same for every plan. */
import { days, minutes } from '../kernel/time.js'

/** A key's last use is written no more often: it tells a person whether a key is alive, not what it does. */
export const lastUsedEvery = minutes(1)

/** Links that somebody without a workspace may create, per client address. */
export const anonymousLinks = { requests: 10, window: days(1) }
