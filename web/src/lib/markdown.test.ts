import { describe, expect, it } from 'vitest'
import { readBook } from './markdown'

const html = (source: string): string => readBook(source).map((part) => ('html' in part ? part.html : '')).join('')

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
    const parts = readBook('One\n\n```sep\ncircle: 4H\n```\n\nTwo\n\n```text\na b\n```\n')
    expect(parts).toHaveLength(3)
    expect(parts[1]).toEqual({ game: 'sep', text: 'circle: 4H\n' })
    expect(parts[2]).toMatchObject({ html: expect.stringContaining('<pre>') as string })
  })

  it('lets wide tables scroll by themselves', () => {
    expect(html('| a |\n|---|\n| b |')).toContain('<div class="scroll" tabindex="0"><table class="list">')
  })

  it('knows a table of options from others', () => {
    expect(html('| option | values | what it does |\n|---|---|---|\n| `deals` | **each**, 1 | how many |')).toContain('class="list options"')
    expect(html('| feature | values | letters |\n|---|---|---|\n| number | one | `1` |')).toContain('class="list">')
    expect(html('| move | meaning |\n|---|---|\n| `P1:call` | a set |')).toContain('class="list">')
  })
})
