import test from 'ava'
import { isCountry } from '../../../../shared/links/countries.js'
import { continentOf } from '../../../../shared/tracking/visitor/continents.js'

test('every country has a continent', (t) => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const countries = letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountry)
  t.true(countries.length > 240)
  t.deepEqual(
    countries.filter((country) => continentOf(country) === 'Unknown'),
    [],
  )
})

test('an unknown country has no continent', (t) => {
  t.is(continentOf('XX'), 'Unknown')
  t.is(continentOf('Unknown'), 'Unknown')
})
