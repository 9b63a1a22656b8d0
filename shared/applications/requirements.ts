/** Whether an applicant meets the requirements of a program. Pure. */
import type { ApplicationRequirement } from '../partners/index.js'

export interface Applicant {
  country: string | null
  email: string | null
}

export type RequirementsResult = 'noRequirements' | 'requirementsMet' | 'requirementsNotMet' | 'invalidRequirements'

/** All requirements must be met. An unknown country or address meets none. */
export function checkRequirements(
  requirements: readonly ApplicationRequirement[] | null | undefined,
  applicant: Applicant,
): RequirementsResult {
  if (!requirements || requirements.length === 0) return 'noRequirements'
  if (requirements.some(({ value }) => !Array.isArray(value) || value.length === 0)) return 'invalidRequirements'
  return requirements.every((requirement) => isMet(requirement, applicant)) ? 'requirementsMet' : 'requirementsNotMet'
}

function isMet({ key, operator, value }: ApplicationRequirement, { country, email }: Applicant): boolean {
  if (key === 'country') {
    if (!country) return false
    return value.some((one) => one.toUpperCase() === country.toUpperCase()) === (operator === 'is')
  }
  const domain = email?.split('@').at(-1)?.toLowerCase()
  if (!domain) return false
  return value.some((one) => matchesDomain(one, domain)) === (operator === 'is')
}

/** `acme.com` and `@acme.com` match exactly, `@*.edu` every domain that ends with `.edu`. */
function matchesDomain(pattern: string, domain: string): boolean {
  const wanted = pattern.trim().toLowerCase().replace(/^@/, '')
  return wanted.startsWith('*.') ? domain.endsWith(wanted.slice(1)) : domain === wanted
}
