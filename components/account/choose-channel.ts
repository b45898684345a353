import type { WithdrawalTerms } from '@/lib/dto/withdrawals';

type Channel = WithdrawalTerms['channels'][number];
/** What is chosen; null: nothing yet. */
export type ChannelChoice = { coin: string | null; network: string | null };

/** Returns the channel that is chosen: of the coin, over the network, or the first one where it doesn't exist. */
export function findChannel(channels: readonly Channel[], { coin, network }: ChannelChoice): Channel | undefined {
  const ofCoin = channels.filter((channel) => channel.coin === coin);
  const some = ofCoin.length === 0 ? channels.filter((channel) => channel.coin === channels[0]?.coin) : ofCoin;
  return some.find((channel) => channel.network === network) ?? some[0];
}

/** Returns the choice that fits an address of a network: the coin that was chosen where it goes over it, else the first that does. */
export function chooseFor(channels: readonly Channel[], before: ChannelChoice, network: string): ChannelChoice {
  const fitting = channels.filter((channel) => channel.network === network);
  const coin = findChannel(channels, before)?.coin;
  const channel = fitting.find((one) => one.coin === coin) ?? fitting[0];
  return channel === undefined ? before : { coin: channel.coin, network };
}
