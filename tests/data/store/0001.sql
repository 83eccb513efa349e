-- A database as Kozyr 0.1's first schema left it, written by its own code: a pulka of two deals and a half, and a table
-- of four just dealt. The session's token: Uu3s1T9Qw1Ic8O-WOX7qyXuhf5DweCv8aRwJc0HsYDE
BEGIN TRANSACTION;
CREATE TABLE accounts (
	id VARCHAR(32) NOT NULL, 
	nick VARCHAR(64) NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "accounts" VALUES('2a0fbb5271dfc32b','Анна',1795271645171);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
	table_id VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	ts BIGINT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	seat VARCHAR(8), 
	cmd_id VARCHAR(80), 
	body TEXT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	CONSTRAINT uq_events_command UNIQUE (table_id, cmd_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "events" VALUES('e1029527352d1a13',1,1795271645172,'lot',NULL,NULL,'{"seats":["DJ","D9","CT"],"deal":["SK","C7","DJ"]}');
INSERT INTO "events" VALUES('e1029527352d1a13',2,1795271645173,'event',NULL,NULL,'{"type":"deal","cards":"N:T.T7.AKJT.QJ7 AK87.J98.97.9 QJ9.AKQ.8.AT8 + CK DQ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',3,1795271645184,'event','S','2/c0','{"type":"bid","contract":"6S"}');
INSERT INTO "events" VALUES('e1029527352d1a13',4,1795271645186,'event','N',NULL,'{"type":"pass"}');
INSERT INTO "events" VALUES('e1029527352d1a13',5,1795271645188,'event','E',NULL,'{"type":"bid","contract":"6C"}');
INSERT INTO "events" VALUES('e1029527352d1a13',6,1795271645189,'event','S','2/c1','{"type":"pass"}');
INSERT INTO "events" VALUES('e1029527352d1a13',7,1795271645190,'event','E',NULL,'{"type":"discard","cards":["C9","S7"]}');
INSERT INTO "events" VALUES('e1029527352d1a13',8,1795271645192,'event','E',NULL,'{"type":"contract","contract":"6D"}');
INSERT INTO "events" VALUES('e1029527352d1a13',9,1795271645193,'event','S','2/c2','{"type":"pass"}');
INSERT INTO "events" VALUES('e1029527352d1a13',10,1795271645194,'event','N',NULL,'{"type":"whist"}');
INSERT INTO "events" VALUES('e1029527352d1a13',11,1795271645196,'event','N',NULL,'{"type":"lay","open":true}');
INSERT INTO "events" VALUES('e1029527352d1a13',12,1795271645197,'event','N',NULL,'{"type":"play","card":"HQ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',13,1795271645199,'event','N',NULL,'{"type":"play","card":"HT"}');
INSERT INTO "events" VALUES('e1029527352d1a13',14,1795271645200,'event','E',NULL,'{"type":"play","card":"HJ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',15,1795271645202,'event','N',NULL,'{"type":"play","card":"D8"}');
INSERT INTO "events" VALUES('e1029527352d1a13',16,1795271645203,'event','N',NULL,'{"type":"play","card":"DK"}');
INSERT INTO "events" VALUES('e1029527352d1a13',17,1795271645204,'event','E',NULL,'{"type":"play","card":"DQ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',18,1795271645205,'event','N',NULL,'{"type":"play","card":"DT"}');
INSERT INTO "events" VALUES('e1029527352d1a13',19,1795271645207,'event','E',NULL,'{"type":"play","card":"D7"}');
INSERT INTO "events" VALUES('e1029527352d1a13',20,1795271645208,'event','N',NULL,'{"type":"play","card":"CA"}');
INSERT INTO "events" VALUES('e1029527352d1a13',21,1795271645209,'event','N',NULL,'{"type":"play","card":"ST"}');
INSERT INTO "events" VALUES('e1029527352d1a13',22,1795271645210,'event','E',NULL,'{"type":"play","card":"S8"}');
INSERT INTO "events" VALUES('e1029527352d1a13',23,1795271645212,'event','N',NULL,'{"type":"play","card":"S9"}');
INSERT INTO "events" VALUES('e1029527352d1a13',24,1795271645213,'event','N',NULL,'{"type":"play","card":"C7"}');
INSERT INTO "events" VALUES('e1029527352d1a13',25,1795271645214,'event','E',NULL,'{"type":"play","card":"CK"}');
INSERT INTO "events" VALUES('e1029527352d1a13',26,1795271645216,'event','N',NULL,'{"type":"play","card":"CT"}');
INSERT INTO "events" VALUES('e1029527352d1a13',27,1795271645217,'event','E',NULL,'{"type":"play","card":"H8"}');
INSERT INTO "events" VALUES('e1029527352d1a13',28,1795271645218,'event','N',NULL,'{"type":"play","card":"HK"}');
INSERT INTO "events" VALUES('e1029527352d1a13',29,1795271645219,'event','N',NULL,'{"type":"play","card":"H7"}');
INSERT INTO "events" VALUES('e1029527352d1a13',30,1795271645221,'event','N',NULL,'{"type":"play","card":"SJ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',31,1795271645222,'event','N',NULL,'{"type":"play","card":"DJ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',32,1795271645223,'event','E',NULL,'{"type":"play","card":"SK"}');
INSERT INTO "events" VALUES('e1029527352d1a13',33,1795271645224,'event','N',NULL,'{"type":"play","card":"CQ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',34,1795271645225,'event','E',NULL,'{"type":"play","card":"D9"}');
INSERT INTO "events" VALUES('e1029527352d1a13',35,1795271645227,'event','N',NULL,'{"type":"play","card":"C8"}');
INSERT INTO "events" VALUES('e1029527352d1a13',36,1795271645228,'event','E',NULL,'{"type":"play","card":"H9"}');
INSERT INTO "events" VALUES('e1029527352d1a13',37,1795271645229,'event','N',NULL,'{"type":"play","card":"HA"}');
INSERT INTO "events" VALUES('e1029527352d1a13',38,1795271645230,'event','N',NULL,'{"type":"play","card":"DA"}');
INSERT INTO "events" VALUES('e1029527352d1a13',39,1795271645231,'event','N',NULL,'{"type":"play","card":"CJ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',40,1795271645232,'event','E',NULL,'{"type":"play","card":"SA"}');
INSERT INTO "events" VALUES('e1029527352d1a13',41,1795271645234,'event','N',NULL,'{"type":"play","card":"SQ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',42,1795271645235,'event',NULL,'2/c3','{"type":"deal","cards":"N:7.A9.QJ87.AKJ QT8.KQ7.AT.87 AJ9.JT8.K9.T9 + CQ SK"}');
INSERT INTO "events" VALUES('e1029527352d1a13',43,1795271645236,'event','N',NULL,'{"type":"misere"}');
INSERT INTO "events" VALUES('e1029527352d1a13',44,1795271645238,'event','E',NULL,'{"type":"bid","contract":"9C"}');
INSERT INTO "events" VALUES('e1029527352d1a13',45,1795271645239,'event','S','2/c4','{"type":"pass"}');
INSERT INTO "events" VALUES('e1029527352d1a13',46,1795271645240,'event','E',NULL,'{"type":"discard","cards":["C8","CQ"]}');
INSERT INTO "events" VALUES('e1029527352d1a13',47,1795271645242,'event','E',NULL,'{"type":"contract","contract":"10S"}');
INSERT INTO "events" VALUES('e1029527352d1a13',48,1795271645243,'event','S','2/c5','{"type":"whist"}');
INSERT INTO "events" VALUES('e1029527352d1a13',49,1795271645244,'event','N',NULL,'{"type":"pass"}');
INSERT INTO "events" VALUES('e1029527352d1a13',50,1795271645245,'event','S','2/c6','{"type":"lay","open":false}');
INSERT INTO "events" VALUES('e1029527352d1a13',51,1795271645247,'event','N',NULL,'{"type":"play","card":"HA"}');
INSERT INTO "events" VALUES('e1029527352d1a13',52,1795271645248,'event','E',NULL,'{"type":"play","card":"HQ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',53,1795271645250,'event','S','2/c7','{"type":"play","card":"HT"}');
INSERT INTO "events" VALUES('e1029527352d1a13',54,1795271645251,'event','N',NULL,'{"type":"play","card":"H9"}');
INSERT INTO "events" VALUES('e1029527352d1a13',55,1795271645253,'event','E',NULL,'{"type":"play","card":"HK"}');
INSERT INTO "events" VALUES('e1029527352d1a13',56,1795271645254,'event','S','2/c8','{"type":"play","card":"H8"}');
INSERT INTO "events" VALUES('e1029527352d1a13',57,1795271645255,'event','E',NULL,'{"type":"play","card":"C7"}');
INSERT INTO "events" VALUES('e1029527352d1a13',58,1795271645257,'event','S','2/c9','{"type":"play","card":"CT"}');
INSERT INTO "events" VALUES('e1029527352d1a13',59,1795271645258,'event','N',NULL,'{"type":"play","card":"CJ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',60,1795271645260,'event','N',NULL,'{"type":"play","card":"CA"}');
INSERT INTO "events" VALUES('e1029527352d1a13',61,1795271645261,'event','E',NULL,'{"type":"play","card":"ST"}');
INSERT INTO "events" VALUES('e1029527352d1a13',62,1795271645262,'event','S','2/c10','{"type":"play","card":"C9"}');
INSERT INTO "events" VALUES('e1029527352d1a13',63,1795271645263,'event','E',NULL,'{"type":"play","card":"DA"}');
INSERT INTO "events" VALUES('e1029527352d1a13',64,1795271645265,'event','S','2/c11','{"type":"play","card":"D9"}');
INSERT INTO "events" VALUES('e1029527352d1a13',65,1795271645266,'event','N',NULL,'{"type":"play","card":"D7"}');
INSERT INTO "events" VALUES('e1029527352d1a13',66,1795271645269,'event','E',NULL,'{"type":"play","card":"S8"}');
INSERT INTO "events" VALUES('e1029527352d1a13',67,1795271645270,'event','S','2/c12','{"type":"play","card":"S9"}');
INSERT INTO "events" VALUES('e1029527352d1a13',68,1795271645272,'event','N',NULL,'{"type":"play","card":"S7"}');
INSERT INTO "events" VALUES('e1029527352d1a13',69,1795271645274,'event','S','2/c13','{"type":"play","card":"SJ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',70,1795271645275,'event','N',NULL,'{"type":"play","card":"DQ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',71,1795271645276,'event','E',NULL,'{"type":"play","card":"SK"}');
INSERT INTO "events" VALUES('e1029527352d1a13',72,1795271645278,'event','E',NULL,'{"type":"play","card":"SQ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',73,1795271645279,'event','S','2/c14','{"type":"play","card":"SA"}');
INSERT INTO "events" VALUES('e1029527352d1a13',74,1795271645280,'event','N',NULL,'{"type":"play","card":"DJ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',75,1795271645282,'event','S','2/c15','{"type":"play","card":"HJ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',76,1795271645283,'event','N',NULL,'{"type":"play","card":"D8"}');
INSERT INTO "events" VALUES('e1029527352d1a13',77,1795271645284,'event','E',NULL,'{"type":"play","card":"H7"}');
INSERT INTO "events" VALUES('e1029527352d1a13',78,1795271645285,'event','S','2/c16','{"type":"play","card":"DK"}');
INSERT INTO "events" VALUES('e1029527352d1a13',79,1795271645286,'event','N',NULL,'{"type":"play","card":"CK"}');
INSERT INTO "events" VALUES('e1029527352d1a13',80,1795271645288,'event','E',NULL,'{"type":"play","card":"DT"}');
INSERT INTO "events" VALUES('e1029527352d1a13',81,1795271645289,'event',NULL,'2/c17','{"type":"deal","cards":"N:AKT8.K87..KJT QJ7.QT.J8.A87 9.AJ9.AKQT97. + CQ C9"}');
INSERT INTO "events" VALUES('e1029527352d1a13',82,1795271645291,'event','E',NULL,'{"type":"misere"}');
INSERT INTO "events" VALUES('e1029527352d1a13',83,1795271645292,'event','S','2/c18','{"type":"bid","contract":"9D"}');
INSERT INTO "events" VALUES('e1029527352d1a13',84,1795271645293,'event','N',NULL,'{"type":"pass"}');
INSERT INTO "events" VALUES('e1029527352d1a13',85,1795271645294,'event','S','2/c19','{"type":"discard","cards":["CQ","HJ"]}');
INSERT INTO "events" VALUES('e1029527352d1a13',86,1795271645296,'event','S','2/c20','{"type":"contract","contract":"9H"}');
INSERT INTO "events" VALUES('e1029527352d1a13',87,1795271645297,'event','N',NULL,'{"type":"pass"}');
INSERT INTO "events" VALUES('e1029527352d1a13',88,1795271645299,'event','E',NULL,'{"type":"whist"}');
INSERT INTO "events" VALUES('e1029527352d1a13',89,1795271645300,'event','E',NULL,'{"type":"lay","open":true}');
INSERT INTO "events" VALUES('e1029527352d1a13',90,1795271645301,'event','E',NULL,'{"type":"play","card":"HQ"}');
INSERT INTO "events" VALUES('e1029527352d1a13',91,1795271645303,'event','S','2/c21','{"type":"play","card":"H9"}');
INSERT INTO "events" VALUES('e1029527352d1a13',92,1795271645304,'event','E',NULL,'{"type":"play","card":"H7"}');
INSERT INTO "events" VALUES('e1029527352d1a13',93,1795271645306,'event','E',NULL,'{"type":"play","card":"S7"}');
INSERT INTO "events" VALUES('10a46c392db65a2f',1,1795271645309,'lot',NULL,NULL,'{"seats":["CT","C9","H7","CA"],"deal":["CA","HK","CT","S9"]}');
INSERT INTO "events" VALUES('10a46c392db65a2f',2,1795271645309,'event',NULL,NULL,'{"type":"deal","cards":"N:- KQT.9.AT87.K7 87.QJT.J.AQJT AJ9.A87.KQ9.9 + C8 HK"}');
CREATE TABLE seated (
	account_id VARCHAR(32) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	PRIMARY KEY (account_id, table_id), 
	FOREIGN KEY(account_id) REFERENCES accounts (id), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "seated" VALUES('2a0fbb5271dfc32b','e1029527352d1a13');
INSERT INTO "seated" VALUES('2a0fbb5271dfc32b','10a46c392db65a2f');
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	account_id VARCHAR(32) NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (token_hash), 
	FOREIGN KEY(account_id) REFERENCES accounts (id)
);
INSERT INTO "sessions" VALUES('420a859516aa523284b404f7940f181997953827e95149f12d9d993fdd1a4200','2a0fbb5271dfc32b',1795271645171);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	preset VARCHAR(64) NOT NULL, 
	conventions TEXT NOT NULL, 
	seats TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	finished BIGINT, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('e1029527352d1a13','preferans','sochi','{"laws":"codex-1996","qualifying":false,"seat_draw":"codex","newcomer":"mean_against","length_mode":"pool","length_deals":0,"pool_target":4,"pool_mode":"help","help_whists":10,"pool_point_whists":10,"unit":1,"pool_overflow":"hill","gusarik_hill":"divisible","shortfall_on_stop":1,"rounding":"codex","settlement":"mean","prizes":false,"prize_first":300,"prize_hill":200,"early_stop":"unanimous","consolation_for_waiting":false,"deal_min_cut":4,"deal_talon_slot":4,"deal_hands":"active","irr_redeal_window":"split","irr_dealer_fine":5,"irr_talon_peek_fine":5,"auction_jumps":"forbidden","auction_here":"first_hand","auction_misere_beaten_by":"nine","auction_after_nine_over_misere":"ladder","auction_third_hand_silent_take":true,"auction_third_hand_one_card_is_pass":false,"blind_pass":false,"blind_bid":false,"blind_misere":false,"blind_cap":2,"blind_counter":"both","bombs":false,"contract_change":"codex","contract_surrender":"without_all_only","contract_ten_is":"whisted","talon_refusal_fine":0,"talon_bonus":false,"talon_bonus_at_three":"dealer","misere_half_share":true,"misere_write_layout":true,"irr_out_of_turn_call":"lead_control","irr_illegal_contract":"without_all","irr_discard_peek":"fine","allpass_scoring":"hill","allpass_prices":[1,2,3],"allpass_progression":"arithmetic","allpass_step":1,"allpass_ratio":2,"allpass_limit":3,"allpass_min_bid_in_series":6,"allpass_whists_per_trick":5,"allpass_zero_bonus":"trick_price","allpass_dealer_zero_bonus":false,"allpass_amnesty":true,"allpass_talon":"opened","allpass_dealer_owns_talon_tricks":true,"allpass_dealer":"sliding","allpass_exit_min":6,"allpass_exit_requires":"any_contract","allpass_misere_exits":true,"allpass_failed_exit":"freeze","allpass_forced_rounds":0,"whist_responsibility":"full","whist_style":"greedy","whist_consolation":"all_including_dealer","whist_obligatory_6s":false,"whist_half":true,"whist_first_hand_half":false,"whist_return_by_first":"six_seven","whist_dealer_may_return":true,"whist_dealer_responsible":true,"whist_dealer_whist_takes_all":"off","whist_shared_8_9_10":"second","whist_shared_deficit":"capped","whist_invitation":"off","whist_light_before_declarer_lead":true,"whist_plan_dispute":"off","irr_open_card_grounds":"four","irr_wrong_count_whister":"two","irr_record_error":"mirror","irr_late_correction":"writer","table":{"stake":0,"irregularities":"prevent","show_counters":true,"chat_in_play":false,"played_when":"released","undo":"off","tempo_mask":false}}','[{"nick":"Анна","account":"2a0fbb5271dfc32b","bot":null},{"nick":"Bobr","account":null,"bot":"random"},{"nick":"Filin","account":null,"bot":"random"}]',1795271645172,NULL);
INSERT INTO "tables" VALUES('10a46c392db65a2f','preferans','sochi','{"laws":"codex-1996","qualifying":false,"seat_draw":"codex","newcomer":"mean_against","length_mode":"pool","length_deals":0,"pool_target":50,"pool_mode":"help","help_whists":10,"pool_point_whists":10,"unit":1,"pool_overflow":"hill","gusarik_hill":"divisible","shortfall_on_stop":1,"rounding":"codex","settlement":"mean","prizes":false,"prize_first":300,"prize_hill":200,"early_stop":"unanimous","consolation_for_waiting":false,"deal_min_cut":4,"deal_talon_slot":4,"deal_hands":"active","irr_redeal_window":"split","irr_dealer_fine":5,"irr_talon_peek_fine":5,"auction_jumps":"forbidden","auction_here":"first_hand","auction_misere_beaten_by":"nine","auction_after_nine_over_misere":"ladder","auction_third_hand_silent_take":true,"auction_third_hand_one_card_is_pass":false,"blind_pass":false,"blind_bid":false,"blind_misere":false,"blind_cap":2,"blind_counter":"both","bombs":false,"contract_change":"codex","contract_surrender":"without_all_only","contract_ten_is":"whisted","talon_refusal_fine":0,"talon_bonus":false,"talon_bonus_at_three":"dealer","misere_half_share":true,"misere_write_layout":true,"irr_out_of_turn_call":"lead_control","irr_illegal_contract":"without_all","irr_discard_peek":"fine","allpass_scoring":"hill","allpass_prices":[1,2,3],"allpass_progression":"arithmetic","allpass_step":1,"allpass_ratio":2,"allpass_limit":3,"allpass_min_bid_in_series":6,"allpass_whists_per_trick":5,"allpass_zero_bonus":"trick_price","allpass_dealer_zero_bonus":false,"allpass_amnesty":true,"allpass_talon":"opened","allpass_dealer_owns_talon_tricks":true,"allpass_dealer":"sliding","allpass_exit_min":6,"allpass_exit_requires":"any_contract","allpass_misere_exits":true,"allpass_failed_exit":"freeze","allpass_forced_rounds":0,"whist_responsibility":"full","whist_style":"greedy","whist_consolation":"all_including_dealer","whist_obligatory_6s":false,"whist_half":true,"whist_first_hand_half":false,"whist_return_by_first":"six_seven","whist_dealer_may_return":true,"whist_dealer_responsible":true,"whist_dealer_whist_takes_all":"off","whist_shared_8_9_10":"second","whist_shared_deficit":"capped","whist_invitation":"off","whist_light_before_declarer_lead":true,"whist_plan_dispute":"off","irr_open_card_grounds":"four","irr_wrong_count_whister":"two","irr_record_error":"mirror","irr_late_correction":"writer","table":{"stake":0,"irregularities":"prevent","show_counters":true,"chat_in_play":false,"played_when":"released","undo":"off","tempo_mask":false}}','[{"nick":"Анна","account":"2a0fbb5271dfc32b","bot":null},{"nick":"Bobr","account":null,"bot":"random"},{"nick":"Filin","account":null,"bot":"random"},{"nick":"Vydra","account":null,"bot":"random"}]',1795271645309,NULL);
COMMIT;
