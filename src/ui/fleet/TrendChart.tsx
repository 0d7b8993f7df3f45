// A line chart of a function, a package or all code: the interval as a band, with the versions at which it changed.

import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { groupName, type Series, type TrendAnswer } from '../../store/fleet-source.ts';
import { formatNumberOf } from '../../text/format.ts';
import { FloatingTooltip } from '../primitives/FloatingTooltip.tsx';
import { useSize } from '../primitives/use-size.ts';
import { nearestPoint, trendGeometry, valueOf, type TrendGeometry } from './trend-geometry.ts';
import { changeText, examplesText, intervalText, pointText, seriesTitle, valueFormat } from './trend-text.ts';

export interface TrendChartProps {
  readonly series: Series;
  readonly answer: TrendAnswer;
  /** The name of the group that is A of the next comparison. */
  readonly base: string | undefined;
  readonly onChoose: (group: string) => void;
}

/** The point with a tooltip, and the upper left corner of the chart in the window. */
interface Tip {
  /** Of a group. */
  readonly index: number;
  readonly left: number;
  readonly top: number;
}

const HEIGHT = 148;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

export function TrendChart({ series, answer, base, onChoose }: TrendChartProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const [tip, setTip] = useState<Tip>();
  const [current, setCurrent] = useState(series.points.length - 1);
  const { unit, groups, event } = answer;
  const format = valueFormat(series, event);
  const geometry = trendGeometry(series, answer, { width, height: HEIGHT }, format);
  const index = Math.min(current, groups.length - 1);
  const show = (next: number | undefined) => {
    const corner = frame.current?.getBoundingClientRect();
    setTip(next === undefined || !corner ? undefined : { index: next, left: corner.left, top: corner.top });
    if (next !== undefined) setCurrent(next);
  };
  const pointAt = ({ clientX, currentTarget }: PointerEvent) =>
    nearestPoint(geometry.points, clientX - currentTarget.getBoundingClientRect().left)?.index;
  const onKeyDown = (press: KeyboardEvent) => {
    const last = groups.length - 1;
    const ends: Readonly<Record<string, number>> = { Home: 0, End: last };
    const step = STEPS[press.key];
    if (press.key === 'Enter' || press.key === ' ') onChoose(groups[index].name);
    else if (press.key === 'Escape') show(undefined);
    else if (step !== undefined) show(Math.max(0, Math.min(last, tip ? index + step : index)));
    else if (ends[press.key] !== undefined) show(ends[press.key]);
    else return;
    press.preventDefault();
  };
  return (
    <div
      ref={frame}
      className="trend-chart relative"
      role="slider"
      tabIndex={0}
      aria-label={`${seriesTitle(series)} by ${unit}`}
      aria-valuemin={1}
      aria-valuemax={groups.length}
      aria-valuenow={index + 1}
      aria-valuetext={pointText(series, groups, index, format)}
      aria-describedby={`${id}-keys`}
      onKeyDown={onKeyDown}
      onFocus={() => document.documentElement.hasAttribute('data-keyboard') && show(index)}
      onBlur={() => show(undefined)}
      onPointerMove={(move) => show(pointAt(move))}
      onPointerLeave={() => show(undefined)}
      onClick={(click) => {
        const { left } = click.currentTarget.getBoundingClientRect();
        const point = nearestPoint(geometry.points, click.clientX - left);
        if (point) onChoose(groups[point.index].name);
      }}
    >
      <span id={`${id}-keys`} hidden>
        Enter chooses A, then B of a comparison.
      </span>
      {width > 0 && (
        <Drawing
          {...{ series, geometry, width }}
          active={tip?.index}
          base={groups.findIndex(({ name }) => name === base)}
        />
      )}
      {tip && <PointTooltip {...{ series, answer, base, geometry, tip }} />}
    </div>
  );
}

interface DrawingProps {
  readonly series: Series;
  readonly geometry: TrendGeometry;
  readonly width: number;
  /** Indexes of groups. */
  readonly active: number | undefined;
  readonly base: number;
}

function Drawing({ series, geometry, width, active, base }: DrawingProps) {
  const { points, xLabels, yLabels, line, band } = geometry;
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true">
      {yLabels.map(({ at, text }) => (
        <g key={at} className="trend-grid">
          <line x1={52} x2={width} y1={at} y2={at} />
          <text x={46} y={at} dy="0.32em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      <path className="trend-band" d={band} />
      <path className="trend-line" d={line} />
      {points.map(({ index, x, y, lo, hi }) => (
        <g key={index} className={index === active ? 'trend-point trend-active' : 'trend-point'}>
          {line === '' && <line className="trend-error" x1={x} x2={x} y1={lo} y2={hi} />}
          {index === base && <circle className="trend-base" cx={x} cy={y} r={8} />}
          <circle cx={x} cy={y} r={index === active ? 5 : points.length > 60 ? 1.5 : 3} />
        </g>
      ))}
      {points.map(({ index, x }) => {
        const { change } = series.points[index];
        if (!change) return null;
        const isNearEnd = x > width - 50;
        return (
          <g key={index} className={change.d > 0 ? 'trend-growth' : 'trend-decline'}>
            <line x1={x} x2={x} y1={16} y2={HEIGHT - 20} />
            <text x={isNearEnd ? width : x} y={11} textAnchor={isNearEnd ? 'end' : 'middle'}>
              {changeText(change)}
            </text>
          </g>
        );
      })}
      {xLabels.map(({ at, text, anchor }) => (
        <text key={at} className="trend-tick" x={at} y={HEIGHT - 4} textAnchor={anchor}>
          {text}
        </text>
      ))}
    </svg>
  );
}

interface TooltipProps extends Pick<TrendChartProps, 'series' | 'answer' | 'base'> {
  readonly geometry: TrendGeometry;
  readonly tip: Tip;
}

function PointTooltip({ series, answer, base, geometry, tip }: TooltipProps) {
  const { groups, event } = answer;
  const { index, left, top } = tip;
  const point = geometry.points.find((each) => each.index === index);
  const value = valueOf(series, index);
  if (!point || !value) return null;
  const { change } = series.points[index];
  const group = groups[index];
  const next =
    base === undefined
      ? 'Click to choose as A'
      : group.name === base
        ? 'Chosen as A'
        : `Click to compare with ${groupName({ name: base })}`;
  return (
    <FloatingTooltip x={left + point.x} y={top + point.y}>
      <div className="trend-tip">
        <strong>{groupName(group)}</strong>
        <p className="number">
          {intervalText(value, valueFormat(series, event))}
          {change && <> · changed by {changeText(change)}</>}
        </p>
        <p className="muted">
          {formatNumberOf(group.recordings, 'recording')}: {examplesText(group)}
        </p>
        <p className="muted">{next}</p>
      </div>
    </FloatingTooltip>
  );
}
