'use client';
import type { PerpetualMarketTerms, Position } from '@/lib/dto/perpetual';
import { CloseSheet } from './close-sheet';
import { MarginSheet } from './margin-sheet';
import { PositionLeverageSheet } from './position-leverage-sheet';
import { TriggerSheet } from './trigger-sheet';

export type PositionTask = 'close' | 'leverage' | 'margin' | 'triggers';
type Props = {
  task: PositionTask | null;
  position: Position;
  terms: PerpetualMarketTerms;
  onClose: () => void;
};

/** The sheets of one position, of which at most one is open. */
export function PositionSheets({ task, ...rest }: Props) {
  return (
    <>
      <CloseSheet isOpen={task === 'close'} {...rest} />
      <MarginSheet isOpen={task === 'margin'} {...rest} />
      <PositionLeverageSheet isOpen={task === 'leverage'} {...rest} />
      <TriggerSheet isOpen={task === 'triggers'} {...rest} />
    </>
  );
}
