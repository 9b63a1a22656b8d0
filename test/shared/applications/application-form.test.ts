import test from 'ava'
import { type Answers, type ApplicationField, checkAnswers } from '../../../shared/applications/application-form.js'

const channels = (required: boolean): ApplicationField => ({
  id: 'channels',
  type: 'website-and-socials',
  label: 'Your channels',
  required,
  data: { fields: (['website', 'youtube'] as const).map((type) => ({ type, required: false })) },
})
const check = (required: boolean, platforms: Answers['platforms']) =>
  checkAnswers([channels(required)], { fields: {}, platforms }).platforms

test('a required question about websites and social media needs at least one of them', (t) => {
  for (const platforms of [{}, { website: '  ' }, { tiktok: '@ada' }])
    t.throws(() => check(true, platforms), { message: 'An answer to "Your channels" is required.' })
  t.deepEqual(check(true, { youtube: '@ada' }), { youtube: 'ada' })
  t.deepEqual(check(false, {}), {})
})
