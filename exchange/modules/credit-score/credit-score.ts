/** The credit score's face: what a score is, and the one way to change it. */
export { changeScores, type NewScoreChange, readScore } from './credit-score.repository';
