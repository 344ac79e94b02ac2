/** Places on a ring around 0, the first at the top, clockwise. */
export function ring(count: number, radius: number): [number, number][] {
  return Array.from({ length: count }, (_, place) => {
    const angle = (2 * Math.PI * place) / count - Math.PI / 2
    return [round(radius * Math.cos(angle)), round(radius * Math.sin(angle))]
  })
}

const round = (value: number): number => Math.round(value * 100) / 100
