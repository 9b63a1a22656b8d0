/** Merges input into a stored link: provided values win, others stay; new links get defaults. Pure. */
import { maxDescriptionLength, maxTitleLength } from './limits.js'
import type { LinkInput } from './link-input.schema.js'
import type { Link } from './link.entity.js'
import { truncateText } from './urls.js'

type CopiedProperty =
  | 'externalId'
  | 'tenantId'
  | 'programId'
  | 'partnerId'
  | 'folderId'
  | 'archived'
  | 'trackConversion'
  | 'expiredUrl'
  | 'proxy'
  | 'title'
  | 'description'
  | 'image'
  | 'video'
  | 'rewrite'
  | 'doIndex'
  | 'ios'
  | 'android'
  | 'geo'
  | 'publicStats'
  | 'comments'
  | 'testVariants'
type DateProperty = 'expiresAt' | 'testStartedAt' | 'testCompletedAt' | 'linkRetentionCleanupDisabledAt'

/** Dates from the input are still unparsed text. */
export type LinkDraft = Pick<Link, CopiedProperty> &
  Record<DateProperty, Date | string | null> & {
    webhookIds: readonly string[]
    /** Undefined leaves the stored password as it is. */
    password: string | null | undefined
    hasPassword: boolean
  }

const isProvided = <Value>(value: Value | undefined): value is Value => value !== undefined
const inputOrStored = <Value>(input: Value | null | undefined, before: Value | null | undefined): Value | null =>
  isProvided(input) ? input : (before ?? null)
const flag = (input: boolean | undefined, before: boolean | undefined): boolean => input ?? before ?? false
const truncate = (text: string | null | undefined, maxLength: number) => (typeof text === 'string' ? truncateText(text, maxLength) : text)
// Blank text clears a date, as in other fields.
const nullIfBlank = (text: string | null | undefined) => (text?.trim() === '' ? null : text)

export function mergeLink(input: LinkInput, before: Link | null): LinkDraft {
  return {
    externalId: inputOrStored(input.externalId, before?.externalId),
    tenantId: inputOrStored(input.tenantId, before?.tenantId),
    programId: inputOrStored(input.programId, before?.programId),
    partnerId: inputOrStored(input.partnerId, before?.partnerId),
    folderId: inputOrStored(input.folderId, before?.folderId),
    archived: flag(input.archived, before?.archived),
    trackConversion: flag(input.trackConversion, before?.trackConversion),
    expiresAt: inputOrStored<Date | string>(nullIfBlank(input.expiresAt), before?.expiresAt),
    expiredUrl: inputOrStored(input.expiredUrl, before?.expiredUrl),
    password: input.password,
    hasPassword: inputOrStored(input.password, before?.sealedPassword) !== null,
    proxy: flag(input.proxy, before?.proxy),
    title: inputOrStored(truncate(input.title, maxTitleLength), before?.title),
    description: inputOrStored(truncate(input.description, maxDescriptionLength), before?.description),
    image: inputOrStored(input.image, before?.image),
    video: inputOrStored(input.video, before?.video),
    rewrite: flag(input.rewrite, before?.rewrite),
    doIndex: flag(input.doIndex, before?.doIndex),
    ios: inputOrStored(input.ios, before?.ios),
    android: inputOrStored(input.android, before?.android),
    geo: inputOrStored(input.geo, before?.geo),
    publicStats: flag(input.publicStats, before?.publicStats),
    comments: inputOrStored(input.comments, before?.comments),
    testVariants: inputOrStored(input.testVariants, before?.testVariants),
    testStartedAt: inputOrStored<Date | string>(nullIfBlank(input.testStartedAt), before?.testStartedAt),
    testCompletedAt: inputOrStored<Date | string>(nullIfBlank(input.testCompletedAt), before?.testCompletedAt),
    linkRetentionCleanupDisabledAt: inputOrStored<Date | string>(
      nullIfBlank(input.linkRetentionCleanupDisabledAt),
      before?.linkRetentionCleanupDisabledAt,
    ),
    webhookIds: input.webhookIds ?? [],
  }
}
