/** Limits of the links domain. */
import { minutes } from '../kernel/time.js'

/** Maximum length of a URL; browsers and proxies do not support longer ones reliably. */
export const maxUrlLength = 32_000
/** Maximum length of all destinations of a link together, so that a page of links stays small. */
export const maxDestinationsLength = 40_000
/** Maximum number of tags and of webhooks of one link. */
export const maxTagsOfLink = 100
export const maxWebhooksOfLink = 100
/** Maximum length of the JSON text of a file that a domain serves to apps. */
export const maxAppFileLength = 32_000
/** Maximum length of a key and of a domain in a request. */
export const maxKeyLength = 190
/** Maximum length of the name of a tag or folder. */
export const maxNameLength = 190
/** Social networks truncate previews at about these lengths. */
export const maxTitleLength = 120
export const maxDescriptionLength = 240

/** Default length of a random key: 62^7 possible keys. */
export const randomKeyLength = 7
/** Attempts before the keys of a length count as exhausted. */
export const maxRandomKeyAttempts = 12
/** Keys up to this length are scarce on shared domains and need the feature `shortKeys`. */
export const maxShortKeyLength = 3

/** Maximum number of single creations that share one insert. */
export const maxLinksPerInsert = 100

/** Maximum number of links in one bulk request. */
export const maxBulkLinks = 100

/** Maximum number of links on one page of a list. */
export const maxLinkPageSize = 100
/** Sorting by a counter reads every link of the workspace; larger workspaces are always sorted by creation. */
export const maxLinksSortedByCounter = 10_000

/** In large workspaces shorter search texts only match the start of keys, because they would match most links. */
export const minSubstringLength = 3
export const maxLinksForShortSubstrings = 10_000

/** Anonymous links are deleted after this time unless a workspace claims them. */
export const unclaimedLinkTtlMs = minutes(30)

/** How long the order of a renewal may take until it is certain that the registrar shows its result. */
export const renewalOrderMs = minutes(10)
