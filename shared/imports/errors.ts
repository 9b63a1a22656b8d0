import { badRequest, conflict, forbidden, notFound, ServiceError, unprocessable } from '../kernel/errors.js'

export const importNotFound = () => notFound('Import not found.')
export const importRunning = () => conflict('The import is still running. Wait until it ends, or cancel its job.')
export const addressMissing = (title: string) => badRequest(`apiUrl is required: the address of your ${title} installation.`)
export const credentialMissing = (title: string) => badRequest(`No token of ${title} is stored. Send token, or store one with PUT.`)
export const programsNotPermitted = () => forbidden('Importing a program, and the undo of its import, need the permission groups.write.')
export const partnersNotReadable = () => forbidden('The errors of an import of partners need the permission groups.read.')
export const emptyFile = () => badRequest('The file is empty. Its first line must name the columns.')
export const rowsMissing = () => badRequest('The file has no rows. Add them below its first line, which names the columns.')
export const columnMissing = (field: string, header: string | undefined, headers: readonly string[]) =>
  badRequest(
    `The file has no column ${header === undefined ? `for ${field}` : `"${header}"`}. Its columns are: ${headers.join(', ').slice(0, 500)}. ` +
      `Name the column of the field: ?${field}=<header>.`,
  )
/** The following are stored as the error of a job or of one of its elements. */
export const tokenRefused = (title: string) =>
  new ServiceError('unauthorized', `${title} refused the token. Create a token that may read the account, then start the import again.`)
export const providerFailed = (title: string, detail: string) =>
  unprocessable(`${title} could not be read: ${detail} Start the import again; what exists already stays as it is.`)
export const providerWaitedFor = (title: string, hours: number) =>
  providerFailed(
    title,
    `It has refused or delayed requests for ${hours} hours, and its limits may be too low (importClicks: false needs fewer).`,
  )
export const endlessList = (title: string) => providerFailed(title, 'It names a page of its list as the next one of itself.')
export const malformedRow = () => unprocessable('The row has no usable short link.')
export const domainOfProvider = (domain: string) =>
  unprocessable(`The domain ${domain} belongs to the provider. Name one of your own domains for it in domains.`)
export const alreadyExists = (domain: string, key: string) => conflict(`The key ${key} is already taken on ${domain}.`)
export const domainMissing = (domain: string) => unprocessable(`This workspace has no domain ${domain}. Add it, or send addDomains.`)
export const linkMissing = () => unprocessable('The row has no short link.')
export const emailMissing = () => unprocessable('The row has no email address.')
export const groupMissing = (name: string) => unprocessable(`The program has no group ${name.slice(0, 200)}.`)
export const urlMissing = () => unprocessable('The row has no destination URL.')
export const invalidLink = (link: string) =>
  unprocessable(`The short link is not an address like go.example.com/key: ${link.slice(0, 200)}`)
export const urlInvalid = (url: string) => unprocessable(`The destination is not a URL: ${url.slice(0, 200)}`)
export const malformedObject = () => unprocessable('The row is not an object.')
export const optionMissing = (title: string, option: string) => badRequest(`${title} requires ${option}.`)
export const notImported = (kind: string, id: string | undefined) =>
  unprocessable(id === undefined ? `The row names no ${kind}.` : `The ${kind} ${id} of the source was not imported.`)
export const inactivePartner = (email: string) => unprocessable(`${email} is not active at the source, or never referred a customer.`)
export const excludedPartner = (email: string, status: string) =>
  unprocessable(`${email} is ${status} in the program and stays so. Change the status of the partner here, then start the import again.`)
export const statusNotImported = (email: string, status: string) =>
  unprocessable(`The status of ${email} is ${status}. Imported partners become approved: change the status in the file to import this one.`)
export const linkNotImported = (partnerId: string) => unprocessable(`The partner ${partnerId} has no link to which the customer belongs.`)
export const customerWithoutIdentifier = () => unprocessable('The customer has neither an id nor an email address.')
export const rewardWithoutMoney = (unit: string) => unprocessable(`Rewards in ${unit} are not supported: only money is imported.`)
export const groupWithoutDiscount = () =>
  unprocessable('The group of the partner has no discount. Create one with POST /discounts, then start the import again.')
export const stripeCustomerNotFound = (email: string) => notFound(`Stripe has no customer with the email address ${email}.`)
export const notUndone = (kind: string) =>
  conflict(`The ${kind} was used since the import: it is in a payout, or has further sales, links or commissions. It stays.`)

/** The error with which a check refuses, as a value; null if it does not. */
export function errorOf(check: () => void): ServiceError | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}
