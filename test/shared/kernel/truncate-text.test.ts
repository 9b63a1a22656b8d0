import test from 'ava'
import { truncateText } from '../../../shared/kernel/truncate-text.js'

test('a truncated text contains no half of an emoji', (t) => {
  t.is(truncateText('abc', 3), 'abc')
  t.is(truncateText('abcd', 3), 'abc')
  t.is(truncateText('a😀b', 3), 'a😀')
  t.is(truncateText('ab😀', 3), 'ab\uFFFD')
})
