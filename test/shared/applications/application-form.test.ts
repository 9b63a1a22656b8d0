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

test('a text with line breaks may be as long as the form allows, however the browser sends them', (t) => {
  const field: ApplicationField = { id: 'plan', type: 'long-text', label: 'Plan', required: true, data: { maxLength: 10 } }
  const answer = (value: string) => checkAnswers([field], { fields: { plan: value }, platforms: {} }).formData[0]?.value
  t.is(answer('1234\r\n6789a'), '1234\n6789a')
  t.throws(() => answer('1234\r\n6789ab'), { message: /must not exceed 10 characters/ })
})
