import test from 'ava'
import { checkRequirements, type RequirementsResult } from '../../../shared/applications/requirements.js'
import type { ApplicationRequirement } from '../../../shared/partners/index.js'

const country = (operator: 'is' | 'is_not', ...value: string[]): ApplicationRequirement => ({ key: 'country', operator, value })
const domain = (operator: 'is' | 'is_not', ...value: string[]): ApplicationRequirement => ({ key: 'emailDomain', operator, value })
const ann = { country: 'DE', email: 'ann@mail.Uni.edu' }

const cases: [string, ApplicationRequirement[] | null, { country: string | null; email: string | null }, RequirementsResult][] = [
  ['no requirements', null, ann, 'noRequirements'],
  ['an empty list of requirements', [], ann, 'noRequirements'],
  ['a country of the list', [country('is', 'FR', 'DE')], ann, 'requirementsMet'],
  ['an excluded country', [country('is_not', 'DE')], ann, 'requirementsNotMet'],
  ['a country that is not excluded', [country('is_not', 'FR')], ann, 'requirementsMet'],
  ['an unknown country', [country('is_not', 'FR')], { ...ann, country: null }, 'requirementsNotMet'],
  ['the exact domain', [domain('is', '@mail.uni.edu')], ann, 'requirementsMet'],
  ['the parent of the domain', [domain('is', 'uni.edu')], ann, 'requirementsNotMet'],
  ['a suffix of the domain', [domain('is', '@*.edu')], ann, 'requirementsMet'],
  ['an excluded suffix', [domain('is_not', '@*.edu')], ann, 'requirementsNotMet'],
  ['an unknown address', [domain('is_not', '@*.edu')], { ...ann, email: null }, 'requirementsNotMet'],
  ['one of two requirements', [country('is', 'DE'), domain('is', 'acme.com')], ann, 'requirementsNotMet'],
  ['a requirement without values', [country('is')], ann, 'invalidRequirements'],
]

for (const [name, requirements, applicant, result] of cases)
  test(`${name}: ${result}`, (t) => {
    t.is(checkRequirements(requirements, applicant), result)
  })
