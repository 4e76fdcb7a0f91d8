/** How far a model has come down, in words: bytes, speed, what is left. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pull } from '#shared/schema/model';
import { byteSize } from '../i18n/format.ts';
import { noteSample, type PullSample, rateOf, secondsLeft } from './pull-rate.ts';

/** Seconds from which minutes are told. */
const MINUTES_FROM = 100;

export function usePullWords({ state, completed, total }: Pull): string {
  const { t, i18n } = useTranslation('models');
  const rate = useRate(state === 'pulling', completed);
  if (state === 'done') return t('models.pull-done');
  const size = (bytes: number): string => byteSize(bytes, t, i18n.language);
  const part = total === 0 ? '' : t('models.pull-progress', { done: size(completed), total: size(total) });
  if (state !== 'pulling') return [t(`models.pull-${state}`), part].filter((word) => word !== '').join(' · ');
  if (total === 0) return t('models.pull-begins');
  if (completed >= total) return t('models.pull-ends');
  const left = secondsLeft(rate, total - completed);
  return [
    part,
    ...(rate === null ? [] : [t('models.pull-rate', { rate: size(rate) })]),
    ...(left === null
      ? []
      : [
          t('models.pull-left', {
            time: left < MINUTES_FROM ? t('unit.s', { value: left }) : t('models.minutes', { value: Math.ceil(left / 60) }),
          }),
        ]),
  ].join(' · ');
}

/** Bytes a second over what this window has seen. */
function useRate(running: boolean, bytes: number): number | null {
  const [samples, setSamples] = useState<readonly PullSample[]>([]);
  useEffect(() => {
    setSamples((before) => (running ? noteSample(before, { at: performance.now(), bytes }) : []));
  }, [running, bytes]);
  return rateOf(samples);
}
