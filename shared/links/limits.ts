/** Numbers of the links domain. */
import { minutes } from '../kernel/time.js'

/** Longest address; browsers and proxies cope with no more. */
export const longestUrl = 32_000
/** Longest key and domain that a caller may send. */
export const longestKey = 190
/** Names of tags and folders. */
export const longestName = 190
/** Previews are cut there by those who show them. */
export const longestTitle = 120
export const longestDescription = 240

/** Characters of a random key, unless the caller wants another length: 62^7 keys. */
export const randomKeyLength = 7
/** Draws before a random key of that length counts as used up. */
export const randomKeyDraws = 12
/** Keys this short are scarce on a shared domain. */
export const scarceKeyLength = 3

/** Links in one bulk request. */
export const mostInBulk = 100

/** Links in one answer of a list. */
export const largestLinkPage = 100
/** Sorting by a counter reads every link of the workspace, so larger ones are sorted by creation only. */
export const mostLinksSortedByCounter = 10_000

/** A shorter search asks how keys begin where there are many links: so few characters are nearly everywhere. */
export const shortestSubstring = 3
export const mostLinksSearchedThoroughly = 10_000

/** A link without a workspace goes after this time unless somebody claims it. */
export const unclaimedLifetime = minutes(30)
