/** Errors of the links domain. Each message is defined only here. */
import { planTitle } from '../accounts/index.js'
import { badRequest, conflict, forbidden, notFound, ServiceError, unprocessable } from '../kernel/errors.js'

export const linkNotFound = () => notFound('Link not found.')
export const linkIdentifierMissing = () => badRequest('Identify the link with linkId, with externalId, or with domain and key.')
export const externalIdWithoutPrefix = (externalId: string) =>
  badRequest(`No link has the externalId ${externalId}. Prefix your own id with ext_.`)
export const cursorNotFound = (id: string) => unprocessable(`The cursor ${id} is not the id of a link in this workspace.`)

export const invalidUrl = () => unprocessable('url must be a valid http or https address, or the address of an app such as myapp://page.')
export const urlMissing = () => badRequest('url is required. Only the link of a bare domain may have an empty url.')
export const destinationsTooLong = (max: number) =>
  unprocessable(`url, expiredUrl, ios, android, geo and testVariants together must not exceed ${max} characters.`)
export const blockedHost = (host: string) => unprocessable(`Links to ${host} are not allowed on this domain.`)
export const invalidDate = (field: string) => unprocessable(`${field} is not a valid date.`)
export const abTestWithoutConversions = () => unprocessable('testVariants require trackConversion.')
export const previewImageNotHttps = () =>
  unprocessable('image must be an https:// address or a base64 data URL, because it is shown in previews on https pages.')
export const imageNeedsWorkspace = () =>
  forbidden('Images can only be uploaded with an API key. Send an image address that starts with https:// instead.')

export const domainNotUsable = (domain: string) => forbidden(`This workspace cannot use the domain ${domain}.`)
export const domainSlugNotFound = (domain: string) => notFound(`Domain ${domain} not found.`)

export const domainNotFound = () => notFound('Domain not found.')
export const invalidDomainSlug = () => unprocessable('slug must be a host name, such as go.example.com.')
export const domainWithWww = () => unprocessable('slug must not start with www. Requests with www. are answered as well.')
export const domainBelongsToService = (slug: string) => unprocessable(`The domain ${slug} belongs to this service.`)
export const domainTaken = (slug: string) => conflict(`The domain ${slug} is already in use.`)
export const domainMoveInProgress = (slug: string) =>
  conflict(`The links of ${slug} are still being moved to that name. Try again in a moment.`)
export const domainTransferInProgress = (slug: string) =>
  conflict(`The links of ${slug} are still being moved to this workspace. Try again in a moment.`)
export const domainRegisteredHere = (slug: string) =>
  forbidden(`${slug} was registered through this installation. Until its registration ends, it cannot be renamed, moved or deleted.`)
export const domainOfProgram = (slug: string) =>
  forbidden(`The partner program uses the domain ${slug}. Choose another domain for the program first.`)
export const domainAlreadyInWorkspace = () => badRequest('The domain is already in that workspace.')
/** For transfers of links and domains. */
export const targetWorkspaceNotFound = () => notFound('You are not a member of a workspace with that id.')
export const notOwnerOfTarget = () => forbidden('Only owners of the target workspace can move a domain into it.')
export const invalidLogoUrl = () => unprocessable('logo must be an https:// address on a public host, or a base64 data URL.')
export const domainArchived = (slug: string) => unprocessable(`${slug} is archived. Restore it before you make it the primary domain.`)
export const domainNotShared = (slug: string) => unprocessable(`${slug} is not a shared domain.`)
export const dotLinkDomainMissing = () => badRequest('Send at least one domain that ends in .link.')
export const domainNotAvailable = (domain: string) => conflict(`The domain ${domain} cannot be registered: it is taken.`)
export const premiumDomain = (domain: string) =>
  forbidden(`${domain} is a premium domain. Ask the operator of this installation to register it.`)
export const priceUnknown = (domain: string, price: number | null) =>
  unprocessable(
    price === null
      ? `The registrar names no price for ${domain}, so it was not registered.`
      : `${domain} costs ${price} cents, which is more than maxPriceInCents.`,
  )
export const notRegistered = (domain: string) => notFound(`The domain ${domain} was not registered through this installation.`)
export const renewalTooExpensive = (domain: string, price: number) =>
  unprocessable(
    `The renewal of ${domain} costs ${price} cents now, which is more than was allowed. Renew it with a higher maxPriceInCents.`,
  )
export const renewalPriceUnknown = (domain: string) =>
  unprocessable(`The price of the renewal of ${domain} is not known. Renew it without maxPriceInCents if any price is right.`)
export const renewedAlready = (domain: string) => conflict(`The domain ${domain} is paid for more than a year.`)
export const registrarFailed = (reason: string) => unprocessable(`The domain registrar did not accept the request: ${reason}.`)
/** Whether the registrar carried out the order is not known. */
export class UnansweredOrder extends ServiceError {}
export const registrarUnavailable = (reason: string) =>
  new UnansweredOrder('unprocessable_entity', `The domain registrar did not answer the request: ${reason}.`)
export const orderInProgress = (slug: string) => conflict(`An order for ${slug} is in progress at the registrar. Try again later.`)
export const registrarNotConfigured = () =>
  forbidden(
    'No domain registrar is configured for this installation (DYNADOT_API_KEY). Register the domain elsewhere, then add it with POST /domains.',
  )

export const linkNotOnSharedDomain = () =>
  badRequest('Only links on a shared domain can be transferred one by one. Transfer the domain instead.')
export const linkAlreadyInWorkspace = () => badRequest('The link is already in that workspace.')
export const cannotCreateLinksInTarget = () => forbidden('Your role in the target workspace does not allow creating links.')
export const invalidKey = () =>
  unprocessable(
    'key may contain letters, digits, _ - / . and non-ASCII characters. ' +
      'It must not start with _ or .well-known, end with .php or .php7, or exceed 190 characters.',
  )
export const keyIsWellKnownFile = (key: string) =>
  forbidden(`The key ${key} is reserved: browsers and crawlers request a file of that name.`)
export const keyReserved = (key: string) => conflict(`The key ${key} is reserved on this domain.`)
export const keyTaken = (domain: string, key: string) => conflict(`The key ${key} is already taken on ${domain}.`)
export const noFreeKey = (length: number) => conflict(`No free key of length ${length} was found. Send a larger keyLength.`)
export const rootKeyNotAllowed = (domain: string) => forbidden(`The bare domain ${domain} belongs to this service.`)
export const rootLinkNotDeletable = () => forbidden('The link of a bare domain can only be deleted together with its domain.')
export const duplicateKeysInRequest = (keys: readonly string[]) => badRequest(`The request contains duplicate keys: ${keys.join(', ')}.`)
export const noLinksToUpdate = () => badRequest('Send the links to update in linkIds or externalIds.')
export const invalidBulkUpdateBody = () => unprocessable('Send one object with data and with linkIds or externalIds.')
export const noLinksToDelete = () => badRequest('Send the links to delete in linkIds.')
export const externalIdTaken = (externalId: string) => conflict(`Another link already has the externalId ${externalId}.`)

export const tagsNotFound = (names: readonly string[]) => unprocessable(`Tags not found: ${names.join(', ')}.`)
export const tagNotFound = () => notFound('Tag not found.')
export const tagNameTaken = (name: string) => conflict(`A tag named ${name} already exists.`)
export const folderNotFound = () => notFound('Folder not found.')
export const folderUnknown = (id: string) => unprocessable(`folderId ${id} is not a folder of this workspace.`)
export const folderOfProgram = () => forbidden('The partner program keeps its links in this folder, so it cannot be deleted.')
export const folderForbidden = () => forbidden('You do not have access to this folder.')
export const folderNameTaken = (name: string) => conflict(`A folder named ${name} already exists.`)
export const folderUserNotFound = () => notFound('No member of this workspace has that user id.')
export const cannotChangeOwnFolderRole = () => forbidden('You cannot change your own role in a folder.')
export const folderRoleOfOwner = () =>
  unprocessable('Owners of the workspace are owners of every folder. Their folder role cannot be changed.')
export const dashboardNotFound = () => notFound('Dashboard not found.')
export const dashboardTargetMissing = () =>
  badRequest('Identify what the dashboard shows with linkId, with domain and key, or with folderId.')
export const utmTemplateNotFound = () => notFound('UTM template not found.')
export const utmTemplateNameTaken = (name: string) => conflict(`A UTM template named ${name} already exists.`)
export const utmTemplateInUse = (name: string) =>
  conflict(`A partner group uses the UTM template ${name}. Choose another template for the group first.`)
export const programNotFound = () => notFound('Program not found.')
export const partnerNotEnrolled = (id: string) => notFound(`Partner ${id} is not enrolled in the program.`)
export const webhooksNotFound = (ids: readonly string[]) => unprocessable(`Webhooks not found: ${ids.join(', ')}.`)

export const featuresNeedPlan = (plan: string, features: readonly string[]) =>
  forbidden(`Plan ${planTitle(plan)} or higher is required for ${joinWithAnd(features)}.`)

const joinWithAnd = (words: readonly string[]) => (words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`)
