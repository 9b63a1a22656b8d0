import test from 'ava'
import { markdownTable, textTable } from '../../../shared/kernel/text-table.js'

test('columns are as wide as their widest cell, without trailing spaces', (t) => {
  t.is(
    textTable(
      ['A', 'Long', 'Z'],
      [
        ['one', 'b', ''],
        ['x', 'twelve', 'end'],
      ],
    ),
    ['A    Long    Z', '-    ----    -', 'one  b', 'x    twelve  end'].join('\n'),
  )
})

test('bars and asterisks in Markdown cells are escaped', (t) => {
  t.is(markdownTable(['A', 'B'], [['20 3 * * *', 'x|y']]), ['| A | B |', '| --- | --- |', '| 20 3 \\* \\* \\* | x\\|y |'].join('\n'))
})
