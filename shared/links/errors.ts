/** The errors of the links domain. Each message is written here and nowhere else. */
import { planTitle } from '../accounts/index.js'
import { badRequest, conflict, forbidden, notFound, unprocessable } from '../kernel/errors.js'

export const linkNotFound = () => notFound('Link not found.')
export const linkNotNamed = () => badRequest('Name the link: by linkId, by externalId, or by domain and key.')
export const externalIdWithoutPrefix = (externalId: string) =>
  badRequest(`No link has the externalId ${externalId}. Put ext_ in front of your own id.`)
export const cursorNotFound = (id: string) => unprocessable(`The cursor ${id} is no link of this workspace.`)

export const notAUrl = () => unprocessable('The url is none that a visitor may be sent to.')
export const urlMissing = () => badRequest('A url is needed: only the link of a bare domain may have none.')
export const blockedHost = (host: string) => unprocessable(`Links to ${host} are not allowed on this domain.`)
export const notADate = (field: string) => unprocessable(`The ${field} is no date that can be understood.`)
export const abTestWithoutConversions = () => unprocessable('An A/B test needs trackConversion.')
export const pictureStorageMissing = () =>
  badRequest(
    'Pictures can only be kept where object storage is configured. Send the address of an image that begins with https:// instead.',
  )

export const domainNotUsable = (domain: string) => forbidden(`The domain ${domain} is not one that this workspace may use.`)
export const domainNotFound = (domain: string) => notFound(`There is no short domain ${domain}.`)

export const domainMissing = () => notFound('Domain not found.')
export const domainMalformed = () => unprocessable('The slug must be the name of a host, such as go.example.com.')
export const domainWithWww = () => unprocessable('Leave out www.: visitors who write it are understood.')
export const domainOfService = (slug: string) => unprocessable(`The domain ${slug} is the service's own.`)
export const domainTaken = (slug: string) => conflict(`The domain ${slug} is in use already.`)
export const domainBusy = (slug: string) => conflict(`The links of ${slug} are just moving to that name. Try again in a moment.`)
export const domainStaysHere = () => badRequest('The domain is in that workspace already.')
export const workspaceForDomainNotFound = () => notFound('You are a member of no workspace with that id.')
export const notOwnerThere = () => forbidden('Only owners of a workspace may bring a domain into it.')
export const logoNotHosted = () => unprocessable('The logo must be an address that begins with https:// on a public host.')
export const notShared = (slug: string) => unprocessable(`${slug} is no domain that all workspaces share.`)
export const noDotLink = () => badRequest('Name at least one domain that ends in .link.')
export const registrarMissing = () =>
  forbidden('No domain registrar is connected to this installation. Register the domain elsewhere, then add it with POST /domains.')

export const linkOfOwnDomain = () =>
  badRequest('Only links of a shared domain can be handed over one by one. Hand over the domain instead.')
export const linkStaysHere = () => badRequest('The link is in that workspace already.')
export const workspaceForLinkNotFound = () => notFound('You are a member of no workspace with that id.')
export const notWriterThere = () => forbidden('Your role in that workspace does not let you make links in it.')
export const keyNotAllowed = () =>
  unprocessable(
    'The key may hold letters, digits, _ - / . and characters beyond ASCII. It must not begin with _ or .well-known, nor end with .php, and be no longer than 190 characters.',
  )
export const keyOfAFile = (key: string) => forbidden(`The key ${key} is the name of a file that programs look for, and is kept free.`)
export const keyReserved = (key: string) => conflict(`The key ${key} is kept for the service on this domain.`)
export const keyTaken = (domain: string, key: string) => conflict(`The key ${key} is taken on ${domain}.`)
export const noFreeKey = (length: number) => conflict(`No free key of length ${length} was found. Ask for a greater keyLength.`)
export const rootNotYours = (domain: string) => forbidden(`The bare domain ${domain} belongs to the service.`)
export const rootLinkStays = () => forbidden('The link of a bare domain goes only with its domain.')
export const repeatedInBulk = (places: readonly string[]) => badRequest(`These stand twice in the request: ${places.join(', ')}.`)
export const nothingToUpdate = () => badRequest('Name the links to change in linkIds or externalIds.')
export const oneBodyForUpdate = () => unprocessable('Send one object with linkIds or externalIds, and data.')
export const nothingToDelete = () => badRequest('Name the links to delete in linkIds.')
export const externalIdTaken = (externalId: string) => conflict(`Another link has the externalId ${externalId}.`)

export const tagsNotFound = (names: readonly string[]) => unprocessable(`There are no such tags: ${names.join(', ')}.`)
export const tagNotFound = () => notFound('Tag not found.')
export const tagNameTaken = (name: string) => conflict(`A tag named ${name} exists already.`)
export const folderNotFound = () => notFound('Folder not found.')
export const folderForbidden = () => forbidden('You do not have access to this folder.')
export const folderNameTaken = (name: string) => conflict(`A folder named ${name} exists already.`)
export const folderUserNotFound = () => notFound('No member of this workspace has that user id.')
export const ownFolderRole = () => forbidden('Your own role in a folder is changed by others.')
export const ownerOwnsFolders = () => unprocessable('Owners of the workspace own every folder.')
export const dashboardNotFound = () => notFound('Dashboard not found.')
export const dashboardOfNothing = () => badRequest('Name what the dashboard is of: linkId, domain and key, or folderId.')
export const utmTemplateNotFound = () => notFound('UTM template not found.')
export const utmTemplateNameTaken = (name: string) => conflict(`A UTM template named ${name} exists already.`)
export const programNotFound = () => notFound('Program not found.')
export const webhooksNotFound = (ids: readonly string[]) => unprocessable(`There are no such webhooks: ${ids.join(', ')}.`)

export const featuresNeedPlan = (plan: string, features: readonly string[]) =>
  forbidden(`Plan ${planTitle(plan)} or higher is needed for ${listed(features)}.`)

const listed = (words: readonly string[]) => (words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`)
