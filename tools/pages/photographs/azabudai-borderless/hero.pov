// A dark hall of hanging lamps; mirrors at its walls and water on its floor.
#version 3.7;
global_settings { assumed_gamma 1 max_trace_level 9 adc_bailout 0.01 }
camera {
  location <-1.1, 1.35, -9.5> right x * 20 / 9 up y direction z * 1.55 look_at <0.5, 1.75, 4>
  focal_point <0.2, 1.8, -3.2> aperture 0.11 blur_samples 19
}
background { rgb <0.004, 0.002, 0.012> }
fog { distance 40 rgb <0.022, 0.008, 0.060> }
#declare Chance = seed(11);
#macro Lamp(At, Size, Hue)
  sphere {
    0, Size scale <1, 1.28, 1>
    pigment { aoi color_map { [0.5 rgb Hue * 0.28] [0.72 rgb Hue] [0.9 rgb Hue + 0.55] [1 rgb Hue * 1.6 + 1.1] } }
    finish { ambient 0 diffuse 0 emission 1.05 }
    translate At
  }
  union {
    sphere { 0, Size * 1.17 scale <1, 1.26, 1> }
    pigment { rgbf <0.92, 0.88, 1, 0.93> }
    finish { ambient 0 diffuse 0.02 specular 0.7 roughness 0.002 reflection { 0.02, 0.5 fresnel on } }
    interior { ior 1.08 }
    translate At
  }
  cylinder { At + y * Size * 1.2, <At.x, 7, At.z>, 0.006 pigment { rgb 0.02 } finish { ambient 0 diffuse 0.5 } }
#end
#declare Row = 0;
#while (Row < 15)
  #declare Place = 0;
  #while (Place < 10)
    #declare Side = (Place - 4.5) * 1.35 + mod(Row, 2) * 0.67 + (rand(Chance) - 0.5) * 0.5;
    #declare Deep = -5.4 + Row * 1.25 + (rand(Chance) - 0.5) * 0.5;
    #declare High = 1.0 + rand(Chance) * 2.7;
    #declare Warm = rand(Chance);
    #declare Way = 0.5 + 0.5 * sin(Side * 0.45 + Deep * 0.33);
    #declare Hue = (1 - Way) * <0.26, 0.10, 0.95> + Way * <1.0, 0.16, 0.52>;
    #if (Warm > 0.86) #declare Hue = <1.0, 0.42, 0.10>; #end
    #if (abs(Side + 0.1 - 0.12 * (Deep + 9)) > 0.75)
      Lamp(<Side, High, Deep>, 0.15 + 0.08 * rand(Chance), Hue)
    #end
    #declare Place = Place + 1;
  #end
  #declare Row = Row + 1;
#end
// The lamp that the picture is of.
Lamp(<0.2, 1.85, -3.2>, 0.30, <1.0, 0.40, 0.16>)
#declare Mirror = texture {
  pigment { rgb 0.01 } finish { ambient 0 diffuse 0.2 reflection { rgb <0.72, 0.70, 0.80> } }
}
box { <-8.1, 0, -12>, <-8, 7, 15> texture { Mirror } }
box { <8, 0, -12>, <8.1, 7, 15> texture { Mirror } }
box { <-8, 0, 14>, <8, 7, 14.1> texture { Mirror } }
plane {
  y, 0
  pigment { rgb <0.012, 0.010, 0.018> }
  normal { bumps 0.018 scale <0.5, 1, 0.22> }
  finish { ambient 0 diffuse 0.6 specular 0.3 roughness 0.01 reflection { 0.28, 0.95 falloff 2.2 } }
}
plane { -y, -7 pigment { rgb 0.01 } finish { ambient 0 diffuse 0.4 } }
