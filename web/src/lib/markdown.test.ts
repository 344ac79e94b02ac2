import { describe, expect, it } from 'vitest'
import { readBook, type Reading } from './markdown'

const html = (source: string, reading?: Reading): string =>
  readBook(source, reading)
    .parts.map((part) => ('html' in part ? part.html : ''))
    .join('')
const WORDS: Reading = {
  code: (code, near) => ({
    html: code === 'deals' ? 'Deals' : `[${near}:${code}]`,
    near: code === 'deals' ? code : near,
  }),
  text: (text) => text.replace('P1', 'Ann'),
}

describe('a rule book', () => {
  it('lets no HTML of its source through', () => {
    expect(html('<script>alert(1)</script> <img src=x onerror=y>')).not.toMatch(/<(script|img)/)
    expect(html('[x](javascript:alert(1))')).not.toContain('href')
  })

  it('keeps the places that links lead to', () => {
    expect(html('<a id="aim"></a>\n## The aim')).toContain('<span class="anchor" id="aim"></span>')
    expect(html('<a id="x" onclick="y"></a>')).not.toContain('<span')
  })

  it('gives pictures apart, and leaves plain blocks where they are', () => {
    const { parts } = readBook('One\n\n```sep\ncircle: 4H\n```\n\nTwo\n\n```text\na b\n```\n')
    expect(parts).toHaveLength(3)
    expect(parts[1]).toEqual({ game: 'sep', text: 'circle: 4H\n' })
    expect(parts[2]).toMatchObject({ html: expect.stringContaining('<pre>') as string })
  })

  it('knows what is an exercise, and does not say how', () => {
    const { parts } = readBook('Look.\n\n<!-- exercise -->\n\n```set\ntable: 1ROF\n```\n')
    expect(parts).toEqual([{ html: '<p>Look.</p>\n' }, { game: 'set', text: 'table: 1ROF\n', exercise: true }])
  })

  it('lets wide tables scroll by themselves', () => {
    expect(html('| a |\n|---|\n| b |')).toContain('<div class="scroll" tabindex="0"><table class="list">')
  })

  it('knows a table of options from others', () => {
    const options = '| option | values | what it does |\n|---|---|---|\n| `deals` | **each**, 1 | how many |'
    expect(html(options)).toContain('class="list options"')
    expect(html(options, WORDS)).toContain('class="list options"')
    expect(html('| feature | values | letters |\n|---|---|---|\n| number | one | `1` |')).toContain('class="list">')
    expect(html('| move | meaning |\n|---|---|\n| `P1:call` | a set |')).toContain('class="list">')
  })

  it('has contents: its chapters, and not the list that the source begins with', () => {
    const source =
      '# SEP\n\n1. [The aim](#aim)\n2. [The end](#end)\n\n<a id="aim"></a>\n## 1. The aim\n\n1. first\n\n<a id="end"></a>\n## 2. The *end*\n'
    expect(readBook(source).chapters).toEqual([
      { id: 'aim', text: '1. The aim' },
      { id: 'end', text: '2. The end' },
    ])
    expect(html(source)).not.toContain('href="#aim"')
    expect(html(source)).toContain('first')
  })

  it('leaves notation out where it is read in words, and the marks around it in any case', () => {
    const source =
      'A card.<!-- notation --> It is `2ROF`.<!-- /notation -->\n\n<!-- notation -->\n\n- `x`\n<!-- /notation -->\n\nEnd\n'
    expect(html(source)).toBe(
      '<p>A card. It is <code>2ROF</code>.</p>\n<ul>\n<li><code>x</code></li>\n</ul>\n<p>End</p>\n',
    )
    expect(html(source, WORDS)).toBe('<p>A card.</p>\n<p>End</p>\n')
    expect(html('One.<!-- notation --> Two.<!-- /notation -->\n\nThree.', WORDS)).toBe('<p>One.</p>\n<p>Three.</p>\n')
  })

  it('leaves out a last column of nothing but code', () => {
    const source = '| feature | values | letters |\n|---|---|---|\n| number | one | `1` `2` |\n| shape | `O` | `B` |'
    expect(html(source, WORDS)).not.toMatch(/letters|:1\]|:B\]/)
    expect(html(source, WORDS)).toContain('[:O]')
    expect(html(source)).toContain('letters')
  })

  it('says code in words, and knows to which house rule a value belongs', () => {
    expect(html('P1 with `deals` on `1`.\n\nThen `1`.', WORDS)).toBe(
      '<p>Ann with Deals on [deals:1].</p>\n<p>Then [:1].</p>\n',
    )
    expect(html('| a | b |\n|---|---|\n| `deals` | on `2` |\n| x | on `3` |', WORDS)).toMatch(/\[deals:2\].*\[:3\]/s)
  })
})
