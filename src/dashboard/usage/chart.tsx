// Documents a day as bars, the API's plain and the dashboard's hatched on top.
export interface Column {
  day: string;
  api: number;
  dashboard: number;
  /** Of both, those that were not charged. */
  returned: number;
}

const WIDTH = 900;
const HEIGHT = 200;
const LEFT = 44;
const BOTTOM = 24;
const TOP = 8;

export function Chart({ columns }: { columns: Column[] }) {
  const most = roundUp(Math.max(1, ...columns.map(({ api, dashboard }) => api + dashboard)));
  const step = (WIDTH - LEFT) / columns.length;
  const high = (documents: number) => ((HEIGHT - TOP - BOTTOM) * documents) / most;
  const floor = HEIGHT - BOTTOM;
  const sum = (of: "api" | "dashboard") => columns.reduce((total, column) => total + column[of], 0);
  return (
    <figure class="usage">
      <section class="scroll" tabindex={0} aria-label="Documents a day">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} class="chart" role="img" aria-labelledby="chart-title">
          <title id="chart-title">{`Documents a day: ${sum("api")} through the API, ${sum("dashboard")} in the dashboard`}</title>
          <defs>
            <pattern id="hatched" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="3" height="5" class="dashboard" />
            </pattern>
          </defs>
          {[0, most / 2, most].map((line) => (
            <g>
              <line x1={LEFT} x2={WIDTH} y1={floor - high(line)} y2={floor - high(line)} class="axis" />
              <text x={LEFT - 6} y={floor - high(line) + 4} text-anchor="end">
                {Number.isInteger(line) ? line : ""}
              </text>
            </g>
          ))}
          {columns.map(({ day, api, dashboard }, index) => {
            const x = LEFT + index * step + step * 0.15;
            const width = step * 0.7;
            return (
              <g>
                <title>{`${day}: ${api} API, ${dashboard} dashboard`}</title>
                {api > 0 ? <rect x={x} y={floor - high(api)} width={width} height={high(api)} class="api" /> : null}
                {dashboard > 0 ? (
                  <rect
                    x={x}
                    y={floor - high(api + dashboard)}
                    width={width}
                    height={high(dashboard)}
                    fill="url(#hatched)"
                    class="outlined"
                  />
                ) : null}
                {index % 7 === 1 ? (
                  <text x={x + width / 2} y={HEIGHT - 6} text-anchor="middle">
                    {day.slice(5)}
                  </text>
                ) : null}
              </g>
            );
          })}
        </svg>
      </section>
      <figcaption>
        <span class="key api" /> API <span class="key hatched" /> Dashboard
      </figcaption>
    </figure>
  );
}

/** 1, 2, 4, 10, 20, 40, 100 …: halves stay whole from 2 on. */
function roundUp(number: number): number {
  for (let base = 1; ; base *= 10) {
    const found = [1, 2, 4].find((factor) => factor * base >= number);
    if (found !== undefined) return found * base;
  }
}
